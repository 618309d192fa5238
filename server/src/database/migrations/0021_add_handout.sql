ALTER TABLE "participants" ADD COLUMN "came" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "ticked_at" timestamp (3) with time zone;