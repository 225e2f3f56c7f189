/**
 * What an adopter edits first. Everything here is public: it ends up in the pages.
 * Secrets and addresses of a deployment are settings (see README), never here.
 */
export const site = {
  /** The product's name, as the top bar, the footer and every title show it. */
  name: 'Millrace',
  /** The product's own site: the footer's name links to it. */
  url: 'https://millrace.example',
  /** Where people write to; the pages «Contact» and «Privacy» show it. */
  contactEmail: 'hello@millrace.example',
  /** Brand colours; styles, icon and the page's theme-color read them from here. */
  colors: { brand: '#2E3B55', paper: '#ffffff' },
  /** The free trial: whole credits, granted once to a verified address, and their life in days. */
  trial: { credits: 25, expiresAfterDays: 30 },
  /**
   * The place of the texts for the editor at /admin/: github, gitlab or gitea, the repository's
   * name there, the published branch, and the address of the host's API.
   */
  repository: {
    host: 'github',
    name: 'example/millrace',
    branch: 'main',
    apiRoot: 'https://api.github.com',
  },
} as const;
