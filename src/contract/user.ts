import * as z from 'zod/mini';

/** Postgres has no text with a NUL in it ("Character Types" in its manual). */
const text = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength),
    z.refine((value) => !value.includes('\0')),
  );

/** A user's id: at most 255 ASCII characters (OpenID Connect Core 1.0, section 2), no controls. */
export const subjectSchema = z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/));

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
 * What a provider says of somebody, without the claims that `profileSchema` could not take:
 * providers pass on what their upstream says (null for a missing name, an object for LinkedIn's
 * locale), and nobody shall be unable to sign in for that. Claims that the schema does not know
 * stay as they are; an unusable `sub` stays too, to be refused.
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

/** Whether claims are a profile. Others may be among them. */
export function isProfile(
  claims: Readonly<Record<string, unknown>>,
): claims is Profile & Readonly<Record<string, unknown>> {
  return profileSchema.safeParse(claims).success;
}

/** The user as the server answers it: the profile, and the credits that can be spent now. */
export const userSchema = z.extend(profileSchema, {
  app_metadata: z.object({ credits: z.int().check(z.nonnegative()) }),
});

export type User = z.infer<typeof userSchema>;

/** The answer of the user-save call: its field becomes the stored user. */
export const savedUserSchema = z.object({ response: userSchema });
