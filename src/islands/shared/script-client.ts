/** An island without React: a script that writes texts and styles within a built element. */
export type ScriptIsland<Props> = (props: Props, root: HTMLElement) => void;

/**
 * Starts an island without React, once `client:demand` wants it. The HTML of the build stays.
 * @param root the island's element
 * @returns the function that the start script calls with the island and its props
 * Source: Astro's Renderer API, `clientEntrypoint`.
 */
export default function startIn(root: HTMLElement) {
  return <Props>(island: ScriptIsland<Props>, props: Props): void => {
    island(props, root);
  };
}
