import type { PDFPageProxy } from 'unpdf/pdfjs';

type Tree = Awaited<ReturnType<PDFPageProxy['getStructTree']>>;

/** The kind that a structure tree gives to text (ISO 32000-1, 14.8.4). */
export interface Tag {
  /** Text of one tag is one paragraph, heading or item. */
  readonly kind: 'heading' | 'paragraph' | 'item' | 'note' | 'contents' | 'reading';
}

const kinds: Readonly<Record<string, Tag['kind']>> = {
  ...{ H: 'heading', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading' },
  ...{ H6: 'heading', Title: 'heading', P: 'paragraph', TD: 'paragraph', TH: 'paragraph' },
  ...{ Caption: 'paragraph', LI: 'item', Note: 'note', FENote: 'note' },
  ...{ TOCI: 'contents', RT: 'reading', RP: 'reading' },
};
/** Kinds that text keeps within paragraphs of its own. */
const kept: ReadonlySet<string> = new Set(['item', 'note', 'contents', 'reading']);

/**
 * The tags of marked content by its name, from the tree of a page.
 * @param onPicture is called for each picture of the page
 */
export function tagsOf(
  tree: Tree | null,
  onPicture: () => void = () => undefined,
): ReadonlyMap<string, Tag> {
  const tags = new Map<string, Tag>();
  const left: { node: Tree; tag: Tag | undefined }[] = tree ? [{ node: tree, tag: undefined }] : [];
  for (let next = left.pop(); next; next = left.pop()) {
    const { node } = next;
    if (node.role === 'Figure') onPicture();
    const kind = kinds[node.role];
    const tag = kind
      ? { kind: next.tag && kept.has(next.tag.kind) ? next.tag.kind : kind }
      : next.tag;
    for (const child of node.children) {
      if ('role' in child) left.push({ node: child, tag });
      else if (tag) tags.set(child.id, tag);
    }
  }
  return tags;
}
