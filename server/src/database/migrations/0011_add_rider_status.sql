ALTER TABLE "participants" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_status" CHECK ("status" in ('dns', 'dnf', 'dsq', 'nc'));