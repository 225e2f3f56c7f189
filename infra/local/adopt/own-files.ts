/**
 * The files that belong to the adopter. Later versions of ours change none of them except the samples.
 * Paths from the project's folder; a path that ends in a slash is a folder.
 */
export const ownFiles = [
  'README.md',
  'src/languages.config.ts',
  'src/site.config.ts',
  'src/content/authors/',
  'src/content/blog/',
  'src/content/flows/',
  'src/content/pages/',
  'src/content/tags/',
  'public/',
  'functions/flows/own.ts',
  'src/contract/own.ts',
  'src/i18n/own-languages.ts',
  'src/i18n/en/own.json',
  'src/i18n/zh/own.json',
  'infra/aws/deployment.config.ts',
] as const;
