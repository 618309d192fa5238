ALTER TABLE "mails" ADD COLUMN "notices" jsonb;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "collected" integer DEFAULT 0 NOT NULL;