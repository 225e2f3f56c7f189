/** The part that is used of a package that comes without types: lists of words by language. */
declare module 'stopword' {
  export const eng: readonly string[];
  export const zho: readonly string[];
}
