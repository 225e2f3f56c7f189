import { site } from '../../src/site.config.ts';

interface Own {
  readonly url: string;
  readonly repository: { readonly host: string; readonly name: string; readonly branch: string };
}

/**
 * An adopter edits this file before the first `npm run deploy`; nothing here is secret. The values
 * are made up, so that `npm run synth` works on a fresh clone; `npm run deploy` refuses them.
 * `docs/deploy.md` says where each value comes from, and `settings.ts` has its rule. Names follow from
 * the product's own domain and repository, unless another one is written here.
 * @returns the environments, each a deployment of its own: `npm run deploy -- staging`. They may
 *   share an account
 */
export function deploymentsOf({ url, repository }: Own) {
  const domain = new URL(url).hostname.replace(/^www\./, '');
  const name = (domain.split('.', 1)[0] ?? domain).slice(0, 12);
  const production = {
    /** The prefix of all names in the account, and of the secrets' parameters. */
    name,
    /** The account, and the region of the database and the functions. */
    account: '111122223333',
    region: 'eu-central-1',
    /** The site's host name: its origin is https:// and this name. */
    siteDomain: `www.${domain}`,
    /** A name that leads there, such as the bare domain or the one with www.; `null` for none. */
    redirectDomain: domain,
    /** The host name of the flows API, for the pages and for other programs. */
    flowsDomain: `flows.${domain}`,
    /** The host name of the site's own API, which only CloudFront calls. */
    originDomain: `origin.${domain}`,
    /** The Route 53 zone that gets the names and proves the certificates; `null` for other DNS. */
    hostedZone: { id: 'Z0123456789ABCDEFGHIJ', name: domain },
    /** Without a zone: certificates that exist, of `us-east-1` and of the region; else `null`. */
    certificates: null,
    auth0: { domain: 'tenant.eu.auth0.com', clientId: 'aBcD1234' },
    /** The address that mail comes from, of a domain that is verified in SES (`docs/deploy.md`). */
    mailFrom: `hello@${domain}`,
    /** The e-mail address for alarms; `null` for nobody yet. */
    alarmEmail: null,
    /** Costs of a month, in US dollars, at which AWS warns the owners; `null` for no limit. */
    monthlyBudgetDollars: 50,
    /** How many trials a network gets a day (`docs/security.md`); 0 closes the trial. */
    trialsPerNetwork: 30,
    /** A second region for the database needs a third one that breaks ties; else `null`. */
    multiRegion: null,
    /** After a restore: the cluster that the functions use instead of the stack's own; else `null`. */
    restoredCluster: null,
    /** A higher number gives CloudFront and the API a new secret between them. */
    originSecret: 1,
    /** Whether functions set concurrency aside; a new account has too little to set any aside. */
    reservesConcurrency: true,
    /** Whether X-Ray traces requests. */
    tracesRequests: false,
    /** Builds the site every night, so that scheduled posts appear; `null` to build by hand. */
    nightlyBuild:
      repository.host === 'github'
        ? { repository: `https://github.com/${repository.name}.git`, branch: repository.branch }
        : null,
  };
  return {
    production,
    // Settings that staging does not name are as in production.
    staging: {
      ...production,
      name: `${name}-staging`,
      siteDomain: `staging.${domain}`,
      redirectDomain: null,
      flowsDomain: `flows-staging.${domain}`,
      originDomain: `origin-staging.${domain}`,
      monthlyBudgetDollars: 20,
      reservesConcurrency: false,
      nightlyBuild: null,
    },
  };
}

export const deployments = deploymentsOf(site);
