CREATE TABLE "alarms" (
	"key" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"competition_id" integer,
	"value" double precision NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "alarms_raised_at" ON "alarms" USING btree ("raised_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_standing" ON "alarms" USING btree ("kind","source",coalesce("competition_id", 0)) WHERE cleared_at is null;