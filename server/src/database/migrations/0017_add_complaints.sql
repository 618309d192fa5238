CREATE TABLE "complaints" (
	"competition_id" integer NOT NULL,
	"id" serial NOT NULL,
	"dossard" integer NOT NULL,
	"run_number" integer,
	"text" text NOT NULL,
	"fee" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"jury" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "complaints_competition_id_id_pk" PRIMARY KEY("competition_id","id"),
	CONSTRAINT "complaints_state" CHECK ("complaints"."state" in ('open', 'granted', 'refused', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;