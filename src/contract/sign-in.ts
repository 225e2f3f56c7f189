// Facts of the sign-in that pages share. The small script on every page imports its own from
// elsewhere.

/** The static page that runs the sign-in ceremony, without its language prefix. */
export const signInPath = '/signin/';

/** The pages that need a user, without their language prefix. */
export const guardedPaths = ['/account/', '/flows/'] as const;

/** The state in which that page asks before a sign-in that another site began. */
export const askingState = 'elsewhere';

/** The parameter of that page with which the provider asks for the password, whoever it knows. */
export const anewParameter = 'anew';

/**
 * The header that `/signin/` sends with the user-save call. A form of another origin cannot set it.
 * A script of another origin cannot set it without a preflight, which always fails.
 */
export const requestedWithHeader = { name: 'x-requested-with', value: 'fetch' } as const;
