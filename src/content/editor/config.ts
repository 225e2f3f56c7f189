import type { Backend, CmsConfig, EntryCollection, Field, VariableFieldType } from '@sveltia/cms';
import {
  type ByLanguage,
  byLanguage,
  defaultLanguage,
  type Language,
  languages,
} from '../../contract/language.ts';
import { languageName, languageRecords } from '../../contract/language-records.ts';
import { site } from '../../site.config.ts';
import { folders } from '../check/sources.ts';
import { authorSchema, flowTextSchema, pageSchema, postSchema, tagSchema } from '../schema.ts';
import { type Section, sectionPictures } from '../section-schema.ts';
import { fieldsOf, fieldTexts, slugRule } from './fields.ts';

/**
 * The configuration of the editor at `/admin/`, made from the content schema and the site's settings.
 * Source: Sveltia CMS 0.221, `types/public.d.ts` (`CmsConfig`).
 * @param siteOrigin the origin of the built site, to which the editor links
 * @param examples the sections with which new ones begin
 */
export function editorConfig(siteOrigin: string, examples: SectionExamples): CmsConfig {
  return {
    app_title: `${site.name}: the editor`,
    backend,
    site_url: siteOrigin,
    logo: { src: '/favicon.svg' },
    // In the folder of the covers, the editor would write a picture's path as an address.
    media_folder: 'public',
    public_folder: '/',
    i18n: {
      structure: 'multiple_folders',
      locales: [...languages],
      default_locale: defaultLanguage,
    },
    slug: { encoding: 'ascii', clean_accents: true },
    media_libraries: {
      default: { config: { slugify_filename: true, max_file_size: MAX_PICTURE_BYTES } },
      stock_assets: { providers: [] },
    },
    // The editor omits empty optional fields, because the schema refuses empty texts.
    output: { omit_empty_optional_fields: true },
    collections: editorCollections().map((one) => withExamples(one, examples)),
  };
}

/** The editor shrinks larger pictures, because the repository keeps every file for ever. */
const MAX_PICTURE_BYTES = 3_000_000;

const { host, ...place } = site.repository;

/**
 * Authors sign in with an access token. The alternative, a pop-up window of the host, fails under
 * `Cross-Origin-Opener-Policy: same-origin`, which every page here has.
 */
const backend: Backend = {
  name: host,
  repo: place.name,
  branch: place.branch,
  api_root: place.apiRoot,
  auth_methods: ['token'],
};

const slugHint =
  'The last part of the address, which is also the name of the file. The same in both languages is the same post. Who changes it later adds the old one under “Old addresses”.';

const pageSlugHint = 'The last part of the address, which is also the name of the file.';

/** The format of texts, which `start.ts` reads and writes as the build does. The ending is the editor's rule. */
export const textFormat = 'built-frontmatter';

/** The format of files whose texts name the product in braces; `start.ts` reads and writes it. */
export const namesFormat = 'json-with-names';

/** A section of each kind, in each language. */
type SectionExamples = ByLanguage<readonly Section[]>;

/** A collection whose new sections have the example of their kind. Optional fields stay empty. */
function withExamples(collection: EntryCollection, examples: SectionExamples): EntryCollection {
  const fields = collection.fields.map((field) => {
    if (field.widget !== 'list' || !('types' in field)) return field;
    const types = field.types.map((type: VariableFieldType) => ({
      ...type,
      fields: type.fields?.map((one) => {
        const defaults = byLanguage((language) => {
          const example = examples[language].find(({ kind }) => kind === type.name);
          return Object.entries(example ?? {}).find(([name]) => name === one.name)?.[1];
        });
        return 'required' in one && one.required ? { ...one, defaults } : one;
      }),
    }));
    return { ...field, types };
  });
  return { ...collection, fields };
}

/** The editor's collections, in the order of its list. */
export function editorCollections(): EntryCollection[] {
  return [...languages.map(posts), pages, flows, authors, tags];
}

/**
 * The posts of a language. Sveltia CMS 0.221 can edit translations side by side, but it then requires
 * the default language, and a post may be in another one only.
 */
function posts(language: Language): EntryCollection {
  return {
    name: `posts-${language}`,
    label: `Posts in ${languageName(language)}`,
    label_singular: `Post in ${languageName(language)}`,
    icon: 'article',
    folder: `${folders.posts}/${language}`,
    extension: 'md',
    format: textFormat,
    slug: {
      // Han characters can't become an address, so its author types one.
      ...(languageRecords[language].script === 'Latn' ? { template: '{{title}}' } : {}),
      editable: true,
      pattern: slugRule,
      hint: slugHint,
    },
    // A path with a slash in front starts at the project's folder, any other at the post's.
    media_folder: `/${folders.posts}/covers`,
    public_folder: '../covers',
    sortable_fields: {
      fields: ['publishDate', 'title'],
      default: { field: 'publishDate', direction: 'descending' },
    },
    view_filters: [{ label: 'Drafts', field: 'draft', pattern: true }],
    fields: [...fieldsOf(postSchema.shape, fieldTexts.post), body],
  };
}

const body: Field = {
  name: 'body',
  label: fieldTexts.body.label,
  hint: fieldTexts.body.hint,
  widget: 'richtext',
  // Rich text rewrites what it reads; `format-buttons.ts` has buttons for Markdown.
  ...{ modes: ['raw'], buttons: [], editor_components: [] },
};

const pages: EntryCollection = {
  name: 'pages',
  label: 'Pages',
  label_singular: 'Page',
  icon: 'description',
  folder: `${folders.pages}/{{locale}}`,
  extension: 'md',
  format: textFormat,
  i18n: true,
  slug: { template: '{{title}}', editable: ['create'], pattern: slugRule, hint: pageSlugHint },
  // Every page links to these; the check says so when one is missing.
  delete: false,
  media_folder: `/${sectionPictures.folder}`,
  public_folder: sectionPictures.from,
  fields: [
    ...fieldsOf(pageSchema.shape, fieldTexts.page, 'duplicate'),
    { ...body, required: false, i18n: true },
  ],
};

const flows: EntryCollection = {
  name: 'flows',
  label: 'Products',
  label_singular: 'Product',
  icon: 'bolt',
  folder: `${folders.flows}/{{locale}}`,
  extension: 'md',
  format: textFormat,
  i18n: true,
  slug: {
    template: '{{title}}',
    editable: ['create'],
    pattern: slugRule,
    hint: 'The id of the flow, such as social-card. Prices, limits and fields come from the catalogue.',
  },
  fields: [
    ...fieldsOf(flowTextSchema.shape, fieldTexts.page, 'duplicate'),
    { ...body, i18n: true },
  ],
};

const authors: EntryCollection = {
  name: 'authors',
  label: 'Authors',
  label_singular: 'Author',
  icon: 'person',
  folder: folders.authors,
  extension: 'json',
  format: namesFormat,
  identifier_field: 'name',
  slug: { template: '{{name}}', editable: ['create'], pattern: slugRule },
  fields: fieldsOf(authorSchema.shape, fieldTexts.author),
};

const tags: EntryCollection = {
  name: 'tags',
  label: 'Tags',
  label_singular: 'Tag',
  icon: 'sell',
  folder: folders.tags,
  extension: 'json',
  format: 'json',
  identifier_field: `name.${defaultLanguage}`,
  slug: { template: `{{name.${defaultLanguage}}}`, editable: ['create'], pattern: slugRule },
  fields: fieldsOf(tagSchema.shape, fieldTexts.tag),
};
