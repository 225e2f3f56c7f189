import * as z from 'zod/mini';

/** Postgres has no text with a NUL in it ("Character Types" in its manual). */
const text = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength),
    z.refine((value) => !value.includes('\0')),
  );

/** A user's id: at most 255 ASCII characters (OpenID Connect Core 1.0, section 2), no controls. */
export const subjectPattern = /^[\x20-\x7e]{1,255}$/;
export const subjectSchema = z.string().check(z.regex(subjectPattern));

/**
 * The profile that the identity provider reports (OpenID Connect Core 1.0, section 5.1).
 * Unknown fields are dropped; `app_metadata` is among them, so nobody can set their credits.
 */
export const profileSchema = z.object({
  sub: subjectSchema,
  email: z.optional(text(320)),
  email_verified: z.optional(z.boolean()),
  family_name: z.optional(text(300)),
  given_name: z.optional(text(300)),
  locale: z.optional(text(35)),
  name: z.optional(text(300)),
  nickname: z.optional(text(300)),
  picture: z.optional(text(2048)),
  updated_at: z.optional(text(64)),
});

export type Profile = z.infer<typeof profileSchema>;

/**
 * The claims of a provider, without those that `profileSchema` would refuse. Providers pass on the
 * claims of their upstream: null for a missing name, an object for LinkedIn's locale. No user shall
 * fail to sign in because of that. Unknown claims stay unchanged. An unusable `sub` stays too, to be
 * refused.
 */
export function usableClaims(
  claims: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const unusable = new Set(
    profileSchema.safeParse(claims).error?.issues.map(({ path: [name] }) => name),
  );
  return Object.fromEntries(
    Object.entries(claims).filter(([name]) => name === 'sub' || !unusable.has(name)),
  );
}

/** Whether claims are a profile. They may include others. */
export function isProfile(
  claims: Readonly<Record<string, unknown>>,
): claims is Profile & Readonly<Record<string, unknown>> {
  return profileSchema.safeParse(claims).success;
}

/** The user as the server answers it: the profile, and the available credits. */
export const userSchema = z.extend(profileSchema, {
  app_metadata: z.object({
    credits: z.int().check(z.nonnegative()),
    /**
     * Why the trial that is due was not granted. `withheld`: too many of the network had one today,
     * and a sign-in on another day gets it. `closed`: nobody gets one at present.
     */
    trial: z.optional(z.enum(['withheld', 'closed'])),
  }),
});

export type User = z.infer<typeof userSchema>;

/** The answer of the user-save call: its field becomes the stored user. */
export const savedUserSchema = z.object({ response: userSchema });
