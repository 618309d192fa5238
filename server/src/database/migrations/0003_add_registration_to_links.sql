-- Links that were mailed before do not say for which registration; their owners ask for another one.
DELETE FROM "email_verifications";--> statement-breakpoint
ALTER TABLE "email_verifications" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "email_verifications" ADD COLUMN "first_name" text;--> statement-breakpoint
ALTER TABLE "email_verifications" ADD COLUMN "last_name" text;--> statement-breakpoint
ALTER TABLE "email_verifications" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_registration" CHECK (num_nulls("email_verifications"."password_hash", "email_verifications"."first_name", "email_verifications"."last_name", "email_verifications"."language") in (0, 4));
