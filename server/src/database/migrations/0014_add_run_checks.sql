CREATE TABLE "run_checks" (
	"competition_id" integer NOT NULL,
	"dossard" integer NOT NULL,
	"run_number" integer NOT NULL,
	"run_version" integer NOT NULL,
	"door1" boolean NOT NULL,
	"door2" boolean NOT NULL,
	"door3" boolean NOT NULL,
	"door4" boolean NOT NULL,
	"door5" boolean NOT NULL,
	"door6" boolean NOT NULL,
	"penality" smallint NOT NULL,
	"chrono_sec" numeric(7, 2) NOT NULL,
	"state" text NOT NULL,
	"checked_by" integer NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "run_checks_competition_id_dossard_run_number_pk" PRIMARY KEY("competition_id","dossard","run_number"),
	CONSTRAINT "run_checks_state" CHECK ("state" in ('same', 'differs', 'recorded', 'paper'))
);
--> statement-breakpoint
ALTER TABLE "run_checks" ADD CONSTRAINT "run_checks_checked_by_users_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_checks" ADD CONSTRAINT "run_checks_run" FOREIGN KEY ("competition_id","dossard","run_number") REFERENCES "public"."runs"("competition_id","dossard","run_number") ON DELETE no action ON UPDATE no action;