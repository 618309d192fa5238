CREATE TABLE "unresolved_runs" (
	"competition_id" integer NOT NULL,
	"submission_id" text NOT NULL,
	"content_hash" text NOT NULL,
	"zone_id" integer NOT NULL,
	"dossard" integer NOT NULL,
	"category" text NOT NULL,
	"gender" text NOT NULL,
	"door1" boolean NOT NULL,
	"door2" boolean NOT NULL,
	"door3" boolean NOT NULL,
	"door4" boolean NOT NULL,
	"door5" boolean NOT NULL,
	"door6" boolean NOT NULL,
	"penality" smallint NOT NULL,
	"chrono_sec" numeric(7, 2) NOT NULL,
	"referee_id" integer,
	"referee_name" text NOT NULL,
	"phone_id" text,
	"recorded_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	CONSTRAINT "unresolved_runs_competition_id_submission_id_pk" PRIMARY KEY("competition_id","submission_id"),
	CONSTRAINT "unresolved_runs_state" CHECK ("unresolved_runs"."state" in ('waiting', 'resolved', 'discarded')),
	CONSTRAINT "unresolved_runs_gender" CHECK ("unresolved_runs"."gender" in ('H', 'F'))
);
--> statement-breakpoint
ALTER TABLE "unresolved_runs" ADD CONSTRAINT "unresolved_runs_referee_id_users_id_fk" FOREIGN KEY ("referee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unresolved_runs" ADD CONSTRAINT "unresolved_runs_zone" FOREIGN KEY ("competition_id","zone_id") REFERENCES "public"."zones"("competition_id","id") ON DELETE no action ON UPDATE no action;