/**
 * What an adopter edits before the first `npm run deploy`; nothing here is secret. What stands here
 * now is made up, so that `npm run synth` works on a fresh clone; `npm run deploy` refuses it.
 * `docs/deploy.md` says where each value comes from, `settings.ts` what it must be.
 */
export const deployment = {
  /** Begins the name of everything that is made, and of the secrets' parameters. */
  name: 'millrace',
  /** The account, and the region of the database and the functions. */
  account: '111122223333',
  region: 'eu-central-1',
  /** Where visitors find the site: its origin is https:// and this name. */
  siteDomain: 'www.millrace.example',
  /** A name that leads there, such as the bare domain or the one with www.; `null` for none. */
  redirectDomain: 'millrace.example',
  /** Where the flows API is reached, from the pages and from other programs. */
  flowsDomain: 'flows.millrace.example',
  /** Where CloudFront, and nobody else, reaches the site's own API. */
  originDomain: 'origin.millrace.example',
  /** The Route 53 zone that gets the names and proves the certificates; `null` for other DNS. */
  hostedZone: { id: 'Z0123456789ABCDEFGHIJ', name: 'millrace.example' },
  /** Without a zone: certificates that exist, of `us-east-1` and of the region; else `null`. */
  certificates: null,
  auth0: { domain: 'tenant.eu.auth0.com', clientId: 'aBcD1234' },
  /** Who is told of alarms; `null` for nobody yet. */
  alarmEmail: null,
  /** What the account may cost a month, in US dollars, before they are told; `null` for no limit. */
  monthlyBudgetDollars: 50,
  /** A second region for the database needs a third one that breaks ties; else `null`. */
  multiRegion: null,
  /** After a restore: the cluster that the functions use instead of the stack's own; else `null`. */
  restoredCluster: null,
  /** Raised by one, it gives CloudFront and the API a new secret between them. */
  originSecret: 1,
  /** Whether functions set concurrency aside; a new account has too little to set any aside. */
  reservesConcurrency: true,
  /** Whether X-Ray follows requests. */
  tracesRequests: false,
  /** Builds the site anew every night, so that posts with a date come out; `null` for by hand. */
  nightlyBuild: { repository: 'https://github.com/example/millrace.git', branch: 'main' },
};
