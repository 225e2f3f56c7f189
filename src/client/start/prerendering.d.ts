/** Whether the page is being rendered ahead of its reader. Source: HTML Living Standard, prerendering. */
interface Document {
  readonly prerendering?: boolean;
}
