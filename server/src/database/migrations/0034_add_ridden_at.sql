ALTER TABLE "runs" ADD COLUMN "ridden_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "runs" SET ridden_at = CASE WHEN recorded_at <= received_at AND received_at - recorded_at <= interval '30 days' THEN recorded_at ELSE received_at END;--> statement-breakpoint
ALTER TABLE "runs" ALTER COLUMN "ridden_at" SET NOT NULL;
