/**
 * The files that belong to whoever adopts the product: later versions change none of these but the
 * samples. Paths from the project's folder; one that ends in a slash is a folder.
 */
export const ownFiles = [
  'README.md',
  'src/site.config.ts',
  'src/content/authors/',
  'src/content/blog/',
  'src/content/flows/',
  'src/content/pages/',
  'src/content/tags/',
  'public/',
  'functions/flows/own.ts',
  'src/contract/own.ts',
  'src/i18n/en/own.json',
  'src/i18n/zh/own.json',
  'infra/aws/deployment.config.ts',
] as const;
