CREATE TABLE "referee_phones" (
	"competition_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"phone_id" text NOT NULL,
	"zone_id" integer,
	"unsent" integer NOT NULL,
	"oldest_unsent_sec" integer,
	"app_version" text NOT NULL,
	"clock_difference_sec" bigint NOT NULL,
	"battery" smallint,
	"last_contact" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referee_phones_competition_id_user_id_phone_id_pk" PRIMARY KEY("competition_id","user_id","phone_id")
);
--> statement-breakpoint
CREATE TABLE "settled_pairs" (
	"competition_id" integer NOT NULL,
	"dossard" integer NOT NULL,
	"first_run" integer NOT NULL,
	"second_run" integer NOT NULL,
	"settled_by" integer NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settled_pairs_competition_id_dossard_first_run_second_run_pk" PRIMARY KEY("competition_id","dossard","first_run","second_run")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "phone_id" text;--> statement-breakpoint
CREATE INDEX "referee_phones_contact" ON "referee_phones" USING btree ("last_contact");