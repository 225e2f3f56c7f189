/** A script of this folder as minified text (`inlineScripts` in `integration.ts`). */
declare module '*?as-text' {
  const text: string;
  export default text;
}
