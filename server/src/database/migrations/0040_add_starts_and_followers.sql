CREATE TABLE "rider_followers" (
	"competition_id" integer NOT NULL,
	"id" serial NOT NULL,
	"dossard" integer NOT NULL,
	"endpoint" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"language" text NOT NULL,
	"told_runs" integer NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rider_followers_competition_id_id_pk" PRIMARY KEY("competition_id","id"),
	CONSTRAINT "rider_followers_once" UNIQUE("competition_id","dossard","endpoint_hash")
);
--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "start_plan" jsonb;--> statement-breakpoint
ALTER TABLE "rider_followers" ADD CONSTRAINT "rider_followers_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;