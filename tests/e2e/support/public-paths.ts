const pages = [
  '/',
  '/pricing/',
  '/products/image-shrink/',
  '/products/social-card/',
  '/products/document-digest/',
  '/developers/',
  '/developers/holds/',
  '/blog/',
  '/blog/how-credits-work/',
  '/blog/what-an-image-weighs/',
  '/blog/tags/credits/',
  '/blog/authors/team/',
  '/blog/saved/',
  '/blog/search/?q=credits',
  '/about/',
  '/privacy/',
  '/contact/',
  '/problems/',
  '/nowhere/',
];

/** A page of every type that anyone may see, in each language. */
export const publicPaths = pages.flatMap((page) => [page, `/zh${page}`]);
