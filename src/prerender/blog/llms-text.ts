/** One line of a list of links. */
export interface Link {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

interface LlmsText {
  readonly title: string;
  /** One sentence on what the site is. */
  readonly summary: string;
  readonly sections: readonly { readonly title: string; readonly links: readonly Link[] }[];
}

/**
 * A description of the site in Markdown, for language models: title, summary and lists of links.
 * Source: https://llmstxt.org, "Format".
 */
export function llmsText({ title, summary, sections }: LlmsText): string {
  const parts = sections
    .filter(({ links }) => links.length > 0)
    .map((section) => `## ${section.title}\n\n${section.links.map(line).join('\n')}`);
  return `${[`# ${title}`, `> ${summary}`, ...parts].join('\n\n')}\n`;
}

function line({ title, url, description }: Link): string {
  return `- [${title.replace(/[[\]]/g, '\\$&')}](${url}): ${description}`;
}
