CREATE TABLE "security_events" (
	"key" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"actor_id" integer,
	"subject_id" integer,
	"unknown_account" text,
	"network" text DEFAULT '' NOT NULL,
	"competition_id" integer,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "security_events_at" ON "security_events" USING btree ("at");