-- A distributed table takes no integer identity: ids come from sequences, which go on where they stood.
CREATE SEQUENCE "users_ids" AS integer;--> statement-breakpoint
SELECT setval('users_ids', "last_value", "is_called") FROM "users_id_seq";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER SEQUENCE "users_ids" RENAME TO "users_id_seq";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "id" SET DEFAULT nextval('users_id_seq');--> statement-breakpoint
ALTER SEQUENCE "users_id_seq" OWNED BY "users"."id";--> statement-breakpoint
CREATE SEQUENCE "audit_log_ids";--> statement-breakpoint
SELECT setval('audit_log_ids', "last_value", "is_called") FROM "audit_log_id_seq";--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER SEQUENCE "audit_log_ids" RENAME TO "audit_log_id_seq";--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "id" SET DEFAULT nextval('audit_log_id_seq');--> statement-breakpoint
ALTER SEQUENCE "audit_log_id_seq" OWNED BY "audit_log"."id";--> statement-breakpoint
CREATE SEQUENCE "competitions_ids" AS integer;--> statement-breakpoint
SELECT setval('competitions_ids', "last_value", "is_called") FROM "competitions_id_seq";--> statement-breakpoint
ALTER TABLE "competitions" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER SEQUENCE "competitions_ids" RENAME TO "competitions_id_seq";--> statement-breakpoint
ALTER TABLE "competitions" ALTER COLUMN "id" SET DEFAULT nextval('competitions_id_seq');--> statement-breakpoint
ALTER SEQUENCE "competitions_id_seq" OWNED BY "competitions"."id";--> statement-breakpoint
CREATE SEQUENCE "mails_ids" AS integer;--> statement-breakpoint
SELECT setval('mails_ids', "last_value", "is_called") FROM "mails_id_seq";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER SEQUENCE "mails_ids" RENAME TO "mails_id_seq";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "id" SET DEFAULT nextval('mails_id_seq');--> statement-breakpoint
ALTER SEQUENCE "mails_id_seq" OWNED BY "mails"."id";--> statement-breakpoint
CREATE SEQUENCE "graduations_ids" AS integer;--> statement-breakpoint
SELECT setval('graduations_ids', "last_value", "is_called") FROM "graduations_id_seq";--> statement-breakpoint
ALTER TABLE "graduations" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER SEQUENCE "graduations_ids" RENAME TO "graduations_id_seq";--> statement-breakpoint
ALTER TABLE "graduations" ALTER COLUMN "id" SET DEFAULT nextval('graduations_id_seq');--> statement-breakpoint
ALTER SEQUENCE "graduations_id_seq" OWNED BY "graduations"."id";--> statement-breakpoint
CREATE SEQUENCE "zones_ids" AS integer;--> statement-breakpoint
SELECT setval('zones_ids', "last_value", "is_called") FROM "zones_id_seq";--> statement-breakpoint
ALTER TABLE "zones" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER SEQUENCE "zones_ids" RENAME TO "zones_id_seq";--> statement-breakpoint
ALTER TABLE "zones" ALTER COLUMN "id" SET DEFAULT nextval('zones_id_seq');--> statement-breakpoint
ALTER SEQUENCE "zones_id_seq" OWNED BY "zones"."id";
