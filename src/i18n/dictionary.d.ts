import 'i18next';
import type account from './en/account.json';
import type api from './en/api.json';
import type flows from './en/flows.json';
import type site from './en/site.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'site';
    // Each key is in one dictionary, and a look-up goes through all of them.
    resources: { site: typeof site & typeof account & typeof flows & typeof api };
    interpolationPrefix: '{';
    interpolationSuffix: '}';
  }
}
