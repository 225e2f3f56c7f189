import * as z from 'zod/mini';

const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));

/** Some connections report an object or a number here; that is no reason to refuse a sign-in. */
const tolerant = (maxLength: number) => z.catch(z.optional(text(maxLength)), undefined);

/**
 * The profile that the identity provider reports (OpenID Connect Core 1.0, section 5.1).
 * Unknown fields are dropped; `app_metadata` is among them, so nobody can set their credits.
 */
export const profileSchema = z.object({
  sub: text(255).check(z.minLength(1)),
  email: z.optional(text(320)),
  email_verified: z.optional(z.boolean()),
  family_name: z.optional(text(300)),
  given_name: z.optional(text(300)),
  locale: tolerant(35),
  name: z.optional(text(300)),
  nickname: z.optional(text(300)),
  picture: z.optional(text(2048)),
  updated_at: tolerant(64),
});

export type Profile = z.infer<typeof profileSchema>;

/** The user as the server answers it: the profile, and the credits that can be spent now. */
export const userSchema = z.extend(profileSchema, {
  app_metadata: z.object({ credits: z.int().check(z.nonnegative()) }),
});

export type User = z.infer<typeof userSchema>;

/** The answer of the user-save call: its field becomes the stored user. */
export const savedUserSchema = z.object({ response: userSchema });
