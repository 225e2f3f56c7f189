/** The module that CloudFront gives its functions (developer guide, "Helper methods"). */
declare module 'cloudfront' {
  interface KeyValueStore {
    /** Rejects for an unknown key. */
    get(key: string): Promise<string>;
  }
  const cf: {
    /** The one store that is associated with the function. */
    kvs(): KeyValueStore;
  };
  export default cf;
}
