/** The states of the sign-in page for the provider's reasons; each has texts and a way on. */
export const reasonStates = [
  'unverified',
  'tooManyAttempts',
  'blocked',
  'notMember',
  'unanswered',
  'notAllowed',
] as const;

export type ReasonState = (typeof reasonStates)[number];

/** A way in which Auth0 refuses a sign-in: `error` and `error_description` of RFC 6749, 4.1.2.1. */
interface ProviderReason {
  readonly state: ReasonState | 'unreachable' | 'secondFactorMissing';
  /** Codes that say it by themselves. */
  readonly codes?: readonly string[];
  /** A pattern of the description that tells the reason, whatever the code. */
  readonly says?: RegExp;
  /** An answer as Auth0 gives it, which the stand-in gives too. */
  readonly example: { readonly error: string; readonly description: string };
  readonly source: string;
}

const community = 'https://community.auth0.com/t';
const errorMessages = 'https://auth0.com/docs/libraries/error-messages';

/** The reasons that are known, the narrower ones first. The descriptions are never shown. */
export const providerReasons: readonly ProviderReason[] = [
  {
    state: 'unverified',
    says: /verif.*(?:mail|address)|(?:mail|address).*verif/is,
    example: {
      error: 'access_denied',
      description: 'Please verify your email before logging in.',
    },
    source: `${community}/user-can-sign-in-before-email-confirmation/62730`,
  },
  {
    state: 'tooManyAttempts',
    codes: ['too_many_attempts', 'too_many_requests'],
    says: /too many|consecutive login attempts/i,
    example: {
      error: 'too_many_attempts',
      description: 'Your account has been blocked after multiple consecutive login attempts.',
    },
    source: errorMessages,
  },
  {
    state: 'blocked',
    says: /\b(?:user|account)\b.*\b(?:blocked|suspended|disabled|deactivated|locked)\b/is,
    example: { error: 'unauthorized', description: 'user is blocked' },
    source: 'https://github.com/auth0/docs/pull/4767',
  },
  {
    state: 'notMember',
    codes: ['organization_access_denied'],
    says: /organi[sz]ation|not assigned to the client/i,
    example: {
      error: 'access_denied',
      description: 'user auth0|64a1 is not part of the org_Qa1b organization',
    },
    source: `${community}/user-not-assigned-to-the-client-application-error-at-log-in/186794; https://github.com/danestves/remix-auth-auth0/issues/75`,
  },
  {
    state: 'secondFactorMissing',
    codes: ['mfa_required', 'mfa_registration_required', 'mfa_invalid_code'],
    example: { error: 'mfa_required', description: 'Multifactor authentication required' },
    source: errorMessages,
  },
  {
    state: 'unanswered',
    codes: ['login_required', 'consent_required', 'interaction_required'],
    example: { error: 'login_required', description: 'Login required' },
    source: 'OpenID Connect Core 1.0, 3.1.2.6',
  },
  {
    state: 'unreachable',
    codes: ['temporarily_unavailable'],
    example: { error: 'temporarily_unavailable', description: 'The service is overloaded' },
    source: 'RFC 6749, 4.1.2.1',
  },
  {
    // A rule that refuses by `UnauthorizedError`; an Action's refusal has the code of a cancellation.
    state: 'notAllowed',
    codes: ['unauthorized', 'unauthorized_client'],
    example: { error: 'unauthorized', description: 'You can\u2019t log in' },
    source: `${community}/troubleshooting-the-access-denied-error/63027`,
  },
];

/** Finds the state for a provider's answer; nothing for an unknown reason. */
export function knownReason(answer: URLSearchParams): ProviderReason['state'] | undefined {
  const error = answer.get('error') ?? '';
  const description = answer.get('error_description') ?? '';
  return providerReasons.find(
    ({ codes, says }) => codes?.includes(error) || says?.test(description),
  )?.state;
}
