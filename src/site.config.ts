/**
 * The settings that make the product yours: `npm run adopt` asks for all of them and writes them
 * here, or edit this file by hand. Only the languages stand elsewhere, in
 * `src/languages.config.ts`. Everything here is public: it ends up in the pages. Secrets and
 * addresses of a deployment are settings (`docs/settings.md`), never here.
 */
export const site = {
  /** The product's name, as the top bar, the footer and every title show it. */
  name: 'Millrace',
  /** The product's own site: the footer's name links to it, and deployments take its domain. */
  url: 'https://millrace.example',
  /** Where people write to; the pages «Contact» and «Privacy» show it. */
  contactEmail: 'hello@millrace.example',
  /**
   * The brand, with white text on it; the paper of the light theme; accent and lines, as text on
   * the paper. «OnDark»: the same two on the brand and on the dark theme's paper.
   */
  colors: {
    brand: '#2E3B55',
    paper: '#ffffff',
    accent: '#9c4a1a',
    accentOnDark: '#f2a766',
    lines: '#35639f',
    linesOnDark: '#93b9ee',
  },
  /** The first letters of every key that the product gives out, in small letters and digits. */
  keyPrefix: 'mr',
  /** The free trial: whole credits, granted once to a verified address, and their life in days. */
  trial: { credits: 25, expiresAfterDays: 30 },
  /**
   * The place of the texts for the editor at /admin/: github, gitlab or gitea, the repository's
   * name there, the published branch, and the address of the host's API.
   */
  repository: {
    host: 'github',
    name: 'example/millrace',
    branch: 'main',
    apiRoot: 'https://api.github.com',
  },
} as const;

/**
 * The currencies, as ISO 4217 codes; prices are in their minor units (cents, fen) as Stripe counts
 * them, which `src/contract/currencies.ts` knows: HUF 2,000 are 200_000.
 */
export const currencies = ['USD', 'CNY'] as const;

/**
 * The packs of credits, smallest first. A purchase stores its pack's id: keep the ids of packs that
 * were sold.
 */
export const packs = [
  {
    id: 'small',
    names: { en: 'Brook', zh: '小溪' },
    amountCredits: 100,
    priceMinor: { USD: 500, CNY: 3_500 },
  },
  {
    id: 'medium',
    names: { en: 'Stream', zh: '小河' },
    amountCredits: 500,
    priceMinor: { USD: 2_000, CNY: 14_000 },
  },
  {
    id: 'large',
    names: { en: 'River', zh: '大河' },
    amountCredits: 2_000,
    priceMinor: { USD: 6_000, CNY: 42_000 },
  },
] as const;

/**
 * Currencies in which a price of the same number once stood for another amount, such as HUF, and whose
 * prices somebody has told or seen since. A build and a deployment name the others.
 */
export const confirmedCurrencies: readonly string[] = [];

/**
 * Whether Stripe makes invoices and credit notes, works out tax and takes promotion codes: `inclusive`
 * where the prices contain the tax, `exclusive` where it comes on top, or `off`. `docs/tax.md` says what
 * has to be decided and set up before.
 */
export const invoices: 'off' | 'inclusive' | 'exclusive' = 'off';

/** How long the credits of a pack can be spent, in months. */
export const packExpiresAfterMonths = 12;

/**
 * The emblem of home page, icons, cards and sample covers, as SVG in a square of 64. It takes the
 * colour of the text around it where it says `currentColor`. `turns`: it may turn on the home page.
 */
export const emblem = {
  turns: true,
  svg: '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.6"><circle cx="32" cy="32" r="30"/><circle cx="32" cy="32" r="23"/><path d="M32 26L32 9L35.7 2.2M32 9L28.3 5.8M36.2 27.8L48.3 15.7L55.6 13.5M48.3 15.7L47.9 10.8M38 32L55 32L61.8 35.7M55 32L58.2 28.3M36.2 36.2L48.3 48.3L50.5 55.6M48.3 48.3L53.2 47.9M32 38L32 55L28.3 61.8M32 55L35.7 58.2M27.8 36.2L15.7 48.3L8.4 50.5M15.7 48.3L16.1 53.2M26 32L9 32L2.2 28.3M9 32L5.8 35.7M27.8 27.8L15.7 15.7L13.5 8.4M15.7 15.7L10.8 16.1"/><circle cx="32" cy="32" r="6"/></g><circle cx="32" cy="32" r="2" fill="currentColor"/>',
} as const;
