ALTER TABLE "submissions" ALTER COLUMN "dossard" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ALTER COLUMN "run_number" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_waiting" ON "submissions" USING btree ("competition_id","dossard") WHERE run_number is null;--> statement-breakpoint
INSERT INTO "submissions" ("competition_id","submission_id","content_hash","user_id","dossard")
SELECT "competition_id","submission_id","content_hash",coalesce(-"judge_id","referee_id",0),CASE WHEN "judge_id" IS NOT NULL THEN "dossard" END
FROM "unresolved_runs" ON CONFLICT DO NOTHING;
