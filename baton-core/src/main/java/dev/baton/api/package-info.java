/**
 * What a user of Baton meets: adding tasks ({@link dev.baton.api.Tasks}), handling them ({@link
 * dev.baton.api.TaskDefinition}), their policies, and mending them ({@link
 * dev.baton.api.Operations}).
 */
@NullMarked
package dev.baton.api;

import org.jspecify.annotations.NullMarked;
