ALTER TABLE "competitions" ADD COLUMN "laps" integer;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "laps_of_groups" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "competitions" ADD CONSTRAINT "competitions_laps" CHECK ("laps" between 1 and 9);