CREATE TABLE "series" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"season" text NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"rule" jsonb NOT NULL,
	"competition_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_admins" (
	"series_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_admins_series_id_user_id_pk" PRIMARY KEY("series_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "series_decisions" (
	"series_id" integer NOT NULL,
	"kind" text NOT NULL,
	"competition_a" integer NOT NULL,
	"dossard_a" integer NOT NULL,
	"competition_b" integer NOT NULL,
	"dossard_b" integer NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "series_decisions_pk" PRIMARY KEY("series_id","kind","competition_a","dossard_a","competition_b","dossard_b"),
	CONSTRAINT "series_decisions_kind" CHECK ("kind" in ('same', 'different', 'alone', 'guest'))
);
--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_admins" ADD CONSTRAINT "series_admins_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_admins" ADD CONSTRAINT "series_admins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_decisions" ADD CONSTRAINT "series_decisions_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_decisions" ADD CONSTRAINT "series_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_admins_user" ON "series_admins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "series_decisions_a" ON "series_decisions" USING btree ("competition_a","dossard_a");--> statement-breakpoint
CREATE INDEX "series_decisions_b" ON "series_decisions" USING btree ("competition_b","dossard_b");