ALTER TABLE "runs" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "runs_hidden" ON "runs" USING btree ("competition_id","dossard") WHERE hidden_at is not null;--> statement-breakpoint
UPDATE "runs" SET "hidden_at" = "runs"."deleted_at" FROM "submissions", "judges", "judge_links"
WHERE "submissions"."competition_id" = "runs"."competition_id" AND "submissions"."submission_id" = "runs"."submission_id"
AND "judges"."competition_id" = "runs"."competition_id" AND "judges"."id" = -"submissions"."user_id"
AND "judge_links"."competition_id" = "runs"."competition_id" AND "judge_links"."id" = "judges"."link_id"
AND "judge_links"."hidden_at" = "runs"."deleted_at";
