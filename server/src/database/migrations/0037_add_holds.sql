ALTER TABLE "group_results" ADD COLUMN "held" text;--> statement-breakpoint
ALTER TABLE "group_results" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "group_results" ADD COLUMN "release_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "group_results" ADD CONSTRAINT "group_results_held" CHECK ("held" in ('all', 'podium'));