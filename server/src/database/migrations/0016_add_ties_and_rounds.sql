CREATE TABLE "tie_decisions" (
	"competition_id" integer NOT NULL,
	"category_key" text NOT NULL,
	"gender" text NOT NULL,
	"category" text NOT NULL,
	"first_dossard" integer NOT NULL,
	"dossards" jsonb NOT NULL,
	"reason" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tie_decisions_competition_id_first_dossard_pk" PRIMARY KEY("competition_id","first_dossard"),
	CONSTRAINT "tie_decisions_gender" CHECK ("tie_decisions"."gender" in ('H', 'F'))
);
--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "follows" integer;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "follows_groups" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "followed_by" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "start_position" integer;--> statement-breakpoint
ALTER TABLE "tie_decisions" ADD CONSTRAINT "tie_decisions_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_start_position" CHECK ("start_position" >= 1);