/** The types of the lists that we use: the package has none. */
declare module 'stopword' {
  export const eng: readonly string[];
  export const zho: readonly string[];
}
