import type { Backend, CmsConfig } from '@sveltia/cms';
import { defaultLanguage, languages } from '../../contract/language.ts';
import { site } from '../../site.config.ts';
import { editorCollections } from './collections.ts';

/**
 * The configuration of the editor at `/admin/`, made from the content schema and the site's settings.
 * Source: Sveltia CMS 0.221, `types/public.d.ts` (`CmsConfig`).
 * @param siteOrigin the origin of the built site, to which the editor links
 */
export function editorConfig(siteOrigin: string): CmsConfig {
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
    collections: editorCollections(),
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
