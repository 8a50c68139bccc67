notice($settings::strict, $settings::storeconfigs)
