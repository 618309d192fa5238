CREATE TABLE "installation_chain" (
	"competition_id" integer PRIMARY KEY NOT NULL,
	"chain_length" bigint DEFAULT 0 NOT NULL,
	"chain_head" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_results" (
	"competition_id" integer NOT NULL,
	"category_key" text NOT NULL,
	"gender" text NOT NULL,
	"category" text NOT NULL,
	"state" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"complaints_until" timestamp (3) with time zone,
	CONSTRAINT "group_results_competition_id_category_key_gender_pk" PRIMARY KEY("competition_id","category_key","gender"),
	CONSTRAINT "group_results_state" CHECK ("state" in ('running', 'provisional', 'official')),
	CONSTRAINT "group_results_gender" CHECK ("gender" in ('H', 'F'))
);
--> statement-breakpoint
CREATE TABLE "official_lists" (
	"competition_id" integer NOT NULL,
	"category_key" text NOT NULL,
	"gender" text NOT NULL,
	"category" text NOT NULL,
	"revision" integer NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"jury" jsonb NOT NULL,
	"body" text NOT NULL,
	"sha256" text NOT NULL,
	"ranking_sha256" text NOT NULL,
	"names" jsonb NOT NULL,
	CONSTRAINT "official_lists_competition_id_category_key_gender_revision_pk" PRIMARY KEY("competition_id","category_key","gender","revision"),
	CONSTRAINT "official_lists_gender" CHECK ("gender" in ('H', 'F'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "link" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "seals" jsonb;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "chain_length" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "chain_head" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "group_results" ADD CONSTRAINT "group_results_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "official_lists" ADD CONSTRAINT "official_lists_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "official_lists" ADD CONSTRAINT "official_lists_group" FOREIGN KEY ("competition_id","category_key","gender") REFERENCES "public"."group_results"("competition_id","category_key","gender") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "official_lists_sha256" ON "official_lists" USING btree ("sha256");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_link" UNIQUE("competition_id","link");