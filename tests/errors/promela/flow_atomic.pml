init { atomic skip }
