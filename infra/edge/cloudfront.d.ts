/** What CloudFront gives its functions to look things up in (developer guide, "Helper methods"). */
declare module 'cloudfront' {
  interface KeyValueStore {
    /** Rejects for a key that is not there. */
    get(key: string): Promise<string>;
  }
  const cf: {
    /** The one store that the function is tied to. */
    kvs(): KeyValueStore;
  };
  export default cf;
}
