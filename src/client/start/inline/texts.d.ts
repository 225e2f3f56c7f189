/** A script of this folder as the text that stands in pages (`inline-scripts.ts`). */
declare module '*?as-text' {
  const text: string;
  export default text;
}
