/** The longest slug or id, in characters: twice the length of one made from a title. */
export const maxSlugLength = 100;

/** The form of a slug or an id, which is the same in every address, file system and script. */
export const slugPattern = /* @__PURE__ */ new RegExp(`^[a-z0-9-]{1,${maxSlugLength}}$`);

interface TemplateSegment {
  /** The part of a path that a segment matches: the text itself, any one segment, or the rest. */
  readonly kind: 'text' | 'one' | 'rest';
  /** The text, or the name between the braces. */
  readonly name: string;
}

/**
 * The segments of a path template as API Gateway writes it: `{name}` stands for one segment,
 * `{name+}` at the end for one or more.
 * Source: "Create routes for HTTP APIs" in the API Gateway developer guide.
 */
export function templateSegments(template: string): readonly TemplateSegment[] {
  return segmentsOf(template).map((segment) => {
    const [, name, plus] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) return { kind: 'text', name: segment };
    return { kind: plus ? 'rest' : 'one', name };
  });
}

/**
 * The values in a path for the names of a template, percent-decoded. Undefined when the path does
 * not match, or is malformed. It compares decoded segments: `/api/%75ser` is `/api/user`, while an
 * encoded slash stays inside its segment.
 * @param path the path as it was sent, without the query
 */
export function matchPath(
  template: string,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const segments = decodedSegments(path);
  const expected = templateSegments(template);
  if (segments === undefined) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, { kind, name }] of expected.entries()) {
    const value = kind === 'rest' ? segments.slice(index).join('/') : segments[index];
    if (kind === 'text' ? value !== name : !value) return undefined;
    if (kind !== 'text' && value) parameters[name] = value;
  }
  const isLongEnough = expected.at(-1)?.kind === 'rest' || expected.length === segments.length;
  return isLongEnough ? parameters : undefined;
}

function decodedSegments(path: string): readonly string[] | undefined {
  try {
    return segmentsOf(path).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The text after each slash. */
function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}
