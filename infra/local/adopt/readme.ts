import type { Answers } from './answers.ts';

/**
 * The first README of an adopted product, in Markdown. The adopter writes it on.
 * @param answers name and domain of the product
 */
export function readme({ name, domain }: Pick<Answers, 'name' | 'domain'>): string {
  return `# ${name}

Say in two sentences what ${name} does, and for whom. It runs at <https://${domain}>.

\`\`\`sh
npm start   # builds and runs everything: http://localhost:4321
npm test    # lint, types, unit, integration and end-to-end tests
\`\`\`

A fresh clone needs Node 20 or newer with npm; both commands install the rest.

- **Change it:** \`npm run adopt\` asks for name, colours, trial, packs and prices. [Adopting](docs/adopting.md) says which files are ours, and how later versions come in.
- **Write for the site:** [for marketers](docs/marketers.md).
- **Run it:** [on one server](docs/server.md) or [on AWS](docs/deploy.md), with [settings](docs/settings.md) and [operations](docs/operations.md).
- **Work on it:** [contributing](docs/CONTRIBUTING.md), [architecture](docs/architecture.md), [decisions](docs/decisions).

Before the first visitor: write who runs the site and which law applies (\`src/content/pages/\`), and choose a licence for your own work. \`LICENSE\` keeps its first lines, as MIT asks.
`;
}
