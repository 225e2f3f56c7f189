import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { favoritedBlogItemsAtom } from '../../client/state/favorite-atoms.ts';
import type { FavoritedBlogItem } from '../../client/state/favorites.ts';
import { allLanguages, type Language, localizedPath } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';
import { fill } from '../../i18n/fill.ts';
import { Empty } from '../shared/Empty.tsx';
import SavePost from './SavePost.tsx';

interface SavedPostsProps {
  readonly language: Language;
  /** `save` has the placeholder `{title}`. */
  readonly labels: Readonly<Record<'empty' | 'toBlog' | 'save' | 'notStored', string>>;
}

/** The reader's favourites, newest first. A removed one stays until the page is left. */
export default function SavedPosts({ language, labels }: SavedPostsProps) {
  const items = useAtomValue(favoritedBlogItemsAtom);
  const [first] = useState(items);
  const added = items.filter(({ slug }) => first.every((item) => item.slug !== slug));
  const shown = [...first, ...added].reverse();
  if (shown.length === 0) {
    return (
      <Empty text={labels.empty}>
        <p className="mt-3">
          <a href={localizedPath('/blog/', language)} className="text-link">
            {labels.toBlog}
          </a>
        </p>
      </Empty>
    );
  }
  return (
    <ul className="lines">
      {shown.map((post) => (
        <SavedPost key={post.slug} post={post} language={language} labels={labels} />
      ))}
    </ul>
  );
}

function SavedPost({
  post,
  language,
  labels,
}: SavedPostsProps & { readonly post: FavoritedBlogItem }) {
  const [inLanguage, title] = titleIn(language, post);
  return (
    <li className="flex items-center justify-between gap-4 py-4">
      <a
        href={localizedPath(`/blog/${post.slug}/`, inLanguage)}
        lang={languageRecords[inLanguage].tag}
        className="font-serif text-xl font-bold underline-offset-4 hover:underline"
      >
        {title}
      </a>
      <span className="-mr-3">
        <SavePost post={post} labels={{ ...labels, save: fill(labels.save, { title }) }} />
      </span>
    </li>
  );
}

/** The title in a language, or in another one when the post isn't published in that language. */
function titleIn(language: Language, { slug, titles }: FavoritedBlogItem): [Language, string] {
  for (const candidate of [language, ...allLanguages]) {
    const title = titles[candidate];
    if (title) return [candidate, title];
  }
  return [language, slug];
}
